/**
 * Prints the notes of a release: the newest section of CHANGELOG.md, and the line that pins the release's commit. Fails unless the tag, package.json and that section have
 * the same version. `node scripts/release-notes.ts v1.2.3`
 */
import { readFileSync } from 'node:fs';

export interface Release {
  readonly tag: string;
  /** The version in package.json. */
  readonly version: string;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** `owner/name`, as the runner sets it. */
  readonly repository: string;
  /** The commit of the tag. */
  readonly commit: string;
}

/** The section of this version, each entry on one line, since GitHub shows line ends as line breaks. */
export function releaseNotes({ tag, version, changelog, repository, commit }: Release): string {
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, but the version in package.json is ${version}.`);
  const [, heading = 'no section', section = ''] =
    /^## (.*)\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? [];
  const [, released] = /^(\S+) - \d{4}-\d\d-\d\d$/.exec(heading) ?? [];
  if (released !== version)
    throw new Error(
      `The newest section of CHANGELOG.md is "${heading}". It must be "${version} - " and the date of the release.`,
    );
  const notes = section.replaceAll(/\n +(?![-*] )(?=\S)/g, ' ').trim();
  if (!/^- /m.test(notes)) throw new Error(`The section ${version} of CHANGELOG.md has no entry.`);
  return `${notes}\n\n### Pin this release\n\n\`\`\`yaml\nuses: ${repository}@${commit} # ${tag}\n\`\`\``;
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const [, , tag = ''] = process.argv;
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  try {
    const { GITHUB_REPOSITORY: repository = '', GITHUB_SHA: commit = '' } = process.env;
    console.log(releaseNotes({ tag, version, changelog: read('CHANGELOG.md'), repository, commit }));
  } catch (error) {
    console.error(`::error::${(error as Error).message}`);
    process.exitCode = 1;
  }
}
