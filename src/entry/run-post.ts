import { launch } from '../index.ts';

await launch({ action: 'run', phase: 'post' });
