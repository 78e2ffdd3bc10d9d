export function brokenNumbers(): string[];
export function cutOff(): string[];
export function faint(least: number): string[];
export function reachable(): string[];
export function focused(): { readonly name: string; readonly seen: boolean } | undefined;
export function ground(element: unknown): string;
