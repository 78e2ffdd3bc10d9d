import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A real browser to look at pages with: Chromium or Chrome, where this machine has one. */

/** What is said where there is none. */
export const NOT_LOOKED_AT = 'not looked at: Chromium is not installed';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export interface ChromiumOptions {
  /** Told that there is none. */
  readonly say: (notice: string) => void;
  /** The folders to look in. Default: those of `PATH`. */
  readonly folders?: readonly string[];
}

/** Opens the browser; `undefined` when there is none. */
export async function openChromium({ say, folders }: ChromiumOptions): Promise<Browser | undefined> {
  const searched = folders ?? (process.env['PATH'] ?? '').split(path.delimiter);
  const executablePath = searched
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
    .find(isExecutable);
  if (executablePath !== undefined) return chromium.launch({ executablePath });
  say(NOT_LOOKED_AT);
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
