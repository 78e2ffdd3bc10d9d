import { launch } from '../index.js';
await launch({ action: 'run', phase: 'main' });
