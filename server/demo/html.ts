/** Template tag: `html\`<p>${name}</p>\`` with every value escaped. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Markup {
  return new Markup(parts.map((part, index) => part + render(contents[index])).join(''));
}

/** Text that is already HTML; all other text is escaped when put into a page. */
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

function render(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(render).join('\n');
  return String(content).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
