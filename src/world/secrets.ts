const MASK = '***';

/** Keeps secrets out of everything that leaves the process, also where a server echoes them back. */
export interface Secrets {
  add(secret: string): void;
  /** The text with every known secret replaced by `***`, plain or percent-encoded. */
  hide(text: string): string;
}

export function createSecrets(): Secrets {
  const known = new Set<string>();
  return {
    add(secret) {
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        if (form.trim() !== '') known.add(form);
      }
    },
    hide(text) {
      let hidden = text;
      for (const secret of known) hidden = hidden.replaceAll(secret, MASK);
      return hidden;
    },
  };
}
