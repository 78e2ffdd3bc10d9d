import { launch } from '../index.js';
await launch({ action: 'visitors', phase: 'main' });
