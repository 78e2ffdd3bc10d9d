import { launch } from '../index.js';
await launch('batch', 'main');
