import { launch } from '../index.ts';

await launch({ action: 'collect', phase: 'main' });
