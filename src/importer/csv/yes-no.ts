export function isTrue(text: string): boolean {
  return /^(?:true|yes|y|1|x|ja|oui|si|sí|[+✓])$/i.test(text);
}

export function isFalse(text: string): boolean {
  return /^(?:false|no|n|0|nein|non)$/i.test(text);
}

/** How tools write that a cell is empty; Majestic's `-` says no, which is the same for a mark. */
export function isBlank(text: string): boolean {
  return /^(?:-|–|n\/?a|null|none)?$/i.test(text);
}
