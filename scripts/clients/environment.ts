// The server's URL, and how a check fails.
declare const process: { env: Record<string, string | undefined> };

export const url = process.env["URL"] ?? "";
export const key = process.env["KEY"] ?? "";

export function check(holds: boolean): asserts holds {
    if (!holds) throw new Error("a response is not as expected");
}
