import { launch } from '../index.js';
await launch('release-check', 'main', {"INPUT_COMMIT-STATUS":"documentation","INPUT_FAIL-IF-UNDOCUMENTED":"false"});
