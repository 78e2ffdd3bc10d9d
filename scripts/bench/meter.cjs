// Loaded before a measured program. At its end, writes its peak memory in bytes to descriptor 3.
const { writeSync } = require('node:fs');

process.on('exit', () => writeSync(3, `${process.resourceUsage().maxRSS * 1024}`));
