/** Commands that bring other people's code onto a machine. */
const INSTALLING =
  /^.*\b(?:npm (?:ci|i|install|add|exec)|npx|pnpm|yarn|pip3?"? (?:install|download)|pipx|uvx?|curl|wget|apt(?:-get)? install|brew|go install|cargo install|gem install)\b.*$/gm;

/** By a lock file, or by the hash of each package. */
export const LOCKED = /\bnpm ci\b|\bpip"? install .*--require-hashes --only-binary=:all:/;

/** The lines of a script that install anything. */
export function installs(script: string): readonly string[] {
  return script.match(INSTALLING) ?? [];
}
