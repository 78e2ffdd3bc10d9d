/** `npm start`: plays a workflow file for one or several events, and prints what a person would see. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readCommand, USAGE } from './command-line.ts';
import { print } from './layout.ts';

const NEXT = `
  Next: npm start -- FILE plays your own workflow. npm start -- --help lists the events and options.
  For your own repository: the steps under "Your first workflow" in README.md.`;

// The reader, like `head`, has closed the pipe.
process.stdout.on('error', () => process.exit());

try {
  const command = readCommand();
  if (command === undefined) print(USAGE);
  else {
    // Loaded here, since a wrong command line and the help don't need it. The cache saves compiling it in each process.
    enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/sandbox', import.meta.url)));
    const { play } = await import('./play/play.ts');
    process.exitCode = (await play(command)) ? 0 : 1;
    print(NEXT);
  }
} catch (error) {
  // The command line is wrong, or the file is no workflow, or can't be written. Servers may still listen.
  console.error(`\n  ${(error as Error).message}\n  npm start -- --help lists the events and options.`);
  process.exit(1);
}
