import { unpackArchive } from '../../sandbox/archive.ts';
import { refuseStaleDist } from '../../scripts/dist-sources.ts';

/** Runs once before all test files, which share one unpacked archive of the actions. */
export default function setUp(_all: unknown, { rootDir }: { readonly rootDir: string }): void {
  refuseStaleDist(rootDir);
  process.env['UNPACKED_ARCHIVE'] = unpackArchive();
}
