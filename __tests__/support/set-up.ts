import { unpackArchive } from '../../sandbox/archive.ts';

/** Runs once before all test files: they share one unpacked archive of the actions. */
export default function setUp(): void {
  process.env['UNPACKED_ARCHIVE'] = unpackArchive();
}
