/** "Anzeigen" and "pub" are missing: they also mean "show" and a bar. */
const labels =
  'ads?|advert|advertisements?|advertising|sponsored|promoted|anzeige|werbung|reklama?|reklame|publicité|publicidad|anuncios?|pubblicità|publicidade|anúncios?|advertenties?|reclame|annonse|annonce|annons|mainos|hirdetés|publicitate|реклама|διαφήμιση|広告|广告|廣告|광고|إعلان|פרסומת';
const labelEnds =
  '(?:scroll|swipe) (?:down )?to continue|continue reading(?: below)?|(?:skip|close|hide|remove|report)(?: this)?(?: ads?| advertisement)?|x';
const labelSentence = '(?:article|story|content) continues (?:below|after)(?: this)? (?:ad|advertisement)';
/** "Ad 3" is no label: it names one thing of many. */
const gap = '[^\\p{L}\\p{N}]';
const size = '\\d+ ?[x×] ?\\d+';

/** The whole text of an element that only labels an advertisement, as a pattern with the flags `iu`. */
export const adLabel = `^${gap}*(?:(?:${size}${gap}+)?(?:${labels})(?:${gap}+(?:${labelEnds}|${size}))?|${labelSentence})${gap}*$`;
