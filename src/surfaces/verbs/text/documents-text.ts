import type { DocumentsSeen } from "../../../app/intake/import-documents.ts";

/** What became of the documents of the repository; nothing when there is nothing to say. */
export function documentsText({ added, gone, left_out, skipped }: DocumentsSeen): string {
  const parts = [
    ...(added > 0 ? [`${added} new or changed`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(left_out > 0 ? [`${left_out} left out, changed longest ago`] : []),
    ...(skipped > 0 ? [`${skipped} not readable`] : []),
  ];
  return parts.length === 0 ? "" : `Documents: ${parts.join("; ")}.`;
}
