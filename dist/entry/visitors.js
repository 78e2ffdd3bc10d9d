import { launch } from '../index.js';
await launch('visitors', 'main');
