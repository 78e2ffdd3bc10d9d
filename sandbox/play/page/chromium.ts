/** Chromium or Chrome, if this machine has one. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';

export const HOW_TO_GET =
  'Install Chromium or Chrome in a folder of `PATH`, on Debian or Ubuntu with `sudo apt-get install chromium`.';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The program of the browser, in these folders. */
export function findChromium(
  folders = (process.env['PATH'] ?? '').split(path.delimiter),
): string | undefined {
  return folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(isExecutable);
}

export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`There is no browser. ${HOW_TO_GET}`);
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
