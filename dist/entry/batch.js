import { launch } from '../index.js';
await launch('batch', 'main', {"INPUT_MAX-PARALLEL":"5","INPUT_MAX-JOBS":"20","INPUT_TIMEOUT":"2h","INPUT_WAIT":"true","INPUT_DRY-RUN":"false","INPUT_FILE":"docs-agent-jobs.json","INPUT_COMMENT":"auto"});
