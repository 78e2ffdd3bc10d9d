import { findChromium, HOW_TO_GET } from '../../sandbox/play/page/chromium.ts';

interface Results {
  readonly testResults: readonly { readonly testFilePath: string; readonly numPendingTests: number }[];
}

/** Reports skipped browser tests in the last line of a run, with how to get a browser. */
export default class {
  onRunComplete(_contexts: unknown, { testResults }: Results): void {
    if (findChromium() !== undefined) return;
    const skipped = testResults
      .filter(({ testFilePath }) => testFilePath.endsWith('-browser.test.ts'))
      .reduce((sum, { numPendingTests }) => sum + numPendingTests, 0);
    if (skipped === 0) return;
    // Jest's own summary follows.
    process.once('exit', () => console.error(`Tests not run without a browser: ${skipped}. ${HOW_TO_GET}`));
  }
}
