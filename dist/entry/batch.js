import { launch } from '../index.js';
await launch({ action: 'batch', phase: 'main' });
