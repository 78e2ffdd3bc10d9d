import { launch } from '../index.ts';

await launch({ action: 'visitors', phase: 'main' });
