import { launch } from '../index.ts';

await launch({ action: 'batch', phase: 'post' });
