import { launch } from '../index.js';
await launch('collect', 'main', {"INPUT_SINCE":"3d","INPUT_TIMEOUT":"2m","INPUT_DRY-RUN":"false"});
