export function updateReadme(_isCheck: boolean): number { return 0; }
