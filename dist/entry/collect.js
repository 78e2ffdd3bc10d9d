import { launch } from '../index.js';
await launch('collect', 'main');
