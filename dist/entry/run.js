import { launch } from '../index.js';
await launch('run', 'main');
