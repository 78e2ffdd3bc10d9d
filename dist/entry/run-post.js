import { launch } from '../index.js';
await launch('run', 'post', {"INPUT_WAIT":"true","INPUT_TIMEOUT":"30m","INPUT_POLL-INTERVAL":"auto","INPUT_DRY-RUN":"false","INPUT_TRIGGER-PHRASE":"/docs","INPUT_PERMISSION":"write","INPUT_COMMENT":"auto","INPUT_CONTEXT":"link","INPUT_WHEN-OPEN":"create"});
