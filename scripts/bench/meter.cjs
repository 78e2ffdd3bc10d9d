// Loaded before a program that is measured: when it ends, it tells its CPU time (ms) and peak memory (bytes) on descriptor 3.
const { writeSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, `${(userCPUTime + systemCPUTime) / 1000} ${maxRSS * 1024}`);
});
