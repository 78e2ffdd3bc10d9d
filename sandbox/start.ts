/**
 * `npm start`: requests from start to end on one machine. Without arguments, people request changes in a thread, in virtual
 * time. With `--no-waiting`, no run waits for the job. With a prompt, `--merge` or `--workflow`, a workflow runs for one or several
 * events. Prints what a person would see.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readCommand, USAGE } from './command-line.ts';
import { print } from './terminal.ts';

/** Prints what to do next. */
function printNext(): void {
  print(
    '',
    '  Next: npm start -- --workflow FILE plays your own workflow. npm start -- --help lists the other plays.',
  );
  print('  For your own repository: the steps under "Your first workflow" in README.md.');
}

// The reader, like `head`, has closed the pipe.
process.stdout.on('error', () => process.exit());

const command = readCommand();
if (command === undefined) process.exitCode = 1;
else if (command.kind === 'help') print(USAGE);
else {
  try {
    // Loaded here, since a wrong command line and the help don't need it. The cache saves compiling it in each process.
    enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/sandbox', import.meta.url)));
    const { play } = await import('./play/play.ts');
    process.exitCode = (await play(command, command.verbose)) ? 0 : 1;
    printNext();
  } catch (error) {
    // The file is not a workflow, or can't be written. Servers may still listen.
    console.error(`\n  ${(error as Error).message}`);
    process.exit(1);
  }
}
