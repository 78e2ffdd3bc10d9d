import { Marked } from 'marked';
import sanitize from 'sanitize-html';

/**
 * Markdown as GitHub shows it in comments: it keeps line breaks, and removes HTML comments and tags that aren't allowed.
 * Pictures become links, so that nothing is loaded from the network.
 */
const reader = new Marked({ gfm: true, breaks: true });

const TAGS = [
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li',
  'table thead tbody tr th td a strong em b i del s sub sup kbd details summary span',
].flatMap((names) => names.split(' '));
const UNTOUCHED = ['a', 'code', 'pre'];
const MENTION = /(^|[^\w`/.@-])@([a-z\d](?:-?[a-z\d])*)/gi;

export interface MarkdownOptions {
  /** The link for a URL: URLs of the sandbox's GitHub lead to the page. `undefined` for no link. */
  readonly place: (url: string) => string | undefined;
}

const LINKED = /^(?:https?:|mailto:|#)/i;

/** HTML that is safe to put into a page. */
export function renderMarkdown(markdown: string, { place }: MarkdownOptions): string {
  const linked = (url: string) => {
    const target = LINKED.test(url) ? place(url) : undefined;
    return target === undefined
      ? { tagName: 'span', attribs: {} }
      : { tagName: 'a', attribs: { href: target, rel: 'nofollow noreferrer' } };
  };
  return sanitize(reader.parse(markdown, { async: false }), {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel'], th: ['align'], td: ['align'], ol: ['start'], details: ['open'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      a: (_tag, { href = '' }) => linked(href),
      img: (_tag, { src = '', alt = '' }) => ({ ...linked(src), text: alt || src }),
    },
    textFilter: (text, tag) =>
      UNTOUCHED.includes(tag) ? text : text.replace(MENTION, '$1<strong>@$2</strong>'),
  });
}
