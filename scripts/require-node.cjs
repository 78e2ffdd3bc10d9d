/**
 * Fails with what to install if Node is too old for the sources. Written for Node 6, so that an old Node can run it. `npm ci`
 * puts a newer Node first on the path of npm's scripts, if a package has one for the platform.
 */
const { engines } = require('../package.json');

const needed = parseInt(engines.node.replace('>=', ''), 10);

if (parseInt(process.version.slice(1), 10) < needed) {
  console.error(
    `This needs Node ${needed} or newer, and ${process.version} was found. Run \`npm ci\`: it brings Node ${needed} for ` +
      `Linux on x64 and arm64, and for Windows on x64. Elsewhere, install it first: https://nodejs.org/en/download`,
  );
  process.exitCode = 1;
}
