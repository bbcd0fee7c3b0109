/** Text that is already HTML; everything else is escaped on its way into a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | undefined | false | Markup | readonly Markup[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const render = (content: Content): string => {
  if (content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(render).join('\n');
  return String(content).replace(/[&<>"']/g, (character) => entities[character] ?? '');
};

/** Template tag: `html\`<p>${name}</p>\`` with every value escaped. */
export const html = (parts: TemplateStringsArray, ...contents: Content[]): Markup =>
  new Markup(parts.map((part, index) => part + render(contents[index])).join(''));
