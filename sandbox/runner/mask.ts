/** Hides secrets in what people see, as GitHub's runner does. */
export interface Mask {
  /** Hides this value, each of its lines, and the usual encodings of them, from now on. */
  add(secret: string): void;
  apply(text: string): string;
}

/**
 * A secret often shows up encoded: in a basic-auth header (base64, at any of three offsets), in an address, in JSON.
 *
 * @see https://github.com/actions/runner/blob/main/src/Runner.Common/HostContext.cs
 */
function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // The shifted forms, without the characters that depend on what stands around the secret.
  const shifted = [1, 2].map((shift) => bytes.subarray(shift).toString('base64').replace(/=+$/, ''));
  const base64 = [bytes.toString('base64'), ...shifted.map((text) => text.slice(0, -1))];
  const json = JSON.stringify(secret).slice(1, -1);
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [secret, ...base64.filter((text) => text.length > 6), encodeURIComponent(secret), json, xml];
}

export function createMask(secrets: Iterable<string> = []): Mask {
  const hidden = new Set<string>();
  const add = (secret: string) => {
    const parts = [secret, ...secret.split(/[\r\n]+/)]
      .map((part) => part.trim())
      .filter((part) => part !== '');
    for (const part of parts) {
      for (const form of encodings(part)) hidden.add(form);
    }
  };
  for (const secret of secrets) add(secret);
  return {
    add,
    apply(text) {
      // Longest first: a secret that is a part of another must not leave the rest of that one.
      const forms = [...hidden].sort((a, b) => b.length - a.length);
      return forms.reduce((masked, form) => masked.replaceAll(form, '***'), text);
    },
  };
}
