/**
 * Utility classes say how an element looks, not what it is: `relative` is nothing related, and `items-center` no item.
 */
const UTILITY =
  / (?:\S*[:[]\S*|relative|absolute|sticky|fixed|grid|items-\S+|justify-\S+|grid-(?:cols|rows|flow)-\S+|content-(?:start|center|end|between|around|evenly|stretch|normal)|text-(?:xs|sm|md|base|lg|\dxl|left|center|right|start|end|justify|wrap|nowrap|balance|pretty|ellipsis|black|white|current|inherit|[a-z]+-\d{2,3})|list-(?:none|disc|decimal|inside|outside)|pointer-events-\S+|select-(?:none|text|all|auto)|(?:top|bottom)-\d\S*)(?= )/g;

/** What the class and id of an element (`PageElement.names`) say that it is. */
export function meaningfulNames(names: string): string {
  return names.replaceAll(UTILITY, '');
}
