import { launch } from '../index.js';
await launch('visitors', 'main', {"INPUT_DATE-FROM":"30d","INPUT_DATE-TO":"today","INPUT_FORMAT":"csv","INPUT_FILE":"visitors.<format>","INPUT_TOP":"20","INPUT_SORT":"total","INPUT_COMPARE":"none","INPUT_MAX-REQUESTS":"100","INPUT_TIMEOUT":"30m"});
