/**
 * `npm start`: the whole way on one machine. Without words, people ask in a thread, in virtual time, and with `--no-waiting`
 * no run waits for what they asked. With a prompt or with `--merge`, one run in real time: an instruction goes through the
 * built action to the documentation service, and a job changes the documentation and opens a pull request. What is printed is
 * what a person would see of it.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Command, readCommand, USAGE } from './command-line.ts';
import { print } from './terminal.ts';

/** What to do next, in two lines. */
function printNext(command: Command): void {
  const shown = command.kind === 'thread' && command.page !== undefined;
  const further = shown ? 'open that page in a browser' : 'npm start -- --page shows a thread in a browser';
  print('', `  Next: ${further}; npm start -- --help lists all that can be played.`);
  print('  For your own repository: the seven steps under "Your first workflow" in README.md.');
}

// Whoever reads the first lines only has seen enough.
process.stdout.on('error', () => process.exit());

const command = readCommand();
if (command === undefined) process.exitCode = 1;
else if (command.kind === 'help') print(USAGE);
else {
  try {
    // What a refused command line and the help don't need. Making JavaScript of it again would take as long as loading it.
    enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/sandbox', import.meta.url)));
    const { play } = await import('./play/play.ts');
    process.exitCode = (await play(command)) ? 0 : 1;
    printNext(command);
  } catch (error) {
    // A file that is no workflow, or cannot be written.
    console.error(`\n  ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
