import { launch } from '../index.js';
await launch({ action: 'collect', phase: 'main' });
