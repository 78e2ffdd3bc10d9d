/** Commands that install other people's code. */
const INSTALLING =
  /^.*\b(?:npm (?:ci|i|install|add|exec)|npx|pnpm|yarn|pip3?"? (?:install|download)|pipx|uvx?|curl|wget|apt(?:-get)? install|brew|go install|cargo install|gem install)\b.*$/gm;

/** Commands that check what they install, against a lock file or the hash of each package. */
export const LOCKED = /\bnpm ci\b|\bpip"? install .*--require-hashes --only-binary=:all:/;

/** The lines of a script that install something. */
export function installs(script: string): readonly string[] {
  return script.match(INSTALLING) ?? [];
}
