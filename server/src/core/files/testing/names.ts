/** A name in each script that our own fonts have, with letters that join, stack or reorder. */
export const namesOfScripts: readonly (readonly [script: string, name: string])[] = [
  ['Latin', 'Łódź Žluťoučký, Sảnh chính Việt'],
  ['Cyrillic', 'Физическая лаборатория'],
  ['Greek', 'Αίθουσα Ωμέγα'],
  ['Armenian', 'Գրադարան'],
  ['Georgian', 'ბიბლიოთეკა'],
  ['Arabic', 'مكتبة الجامعة (الطابق 3)'],
  ['Urdu', 'کمپیوٹر لیب ٹھیک ہے'],
  ['Hebrew', 'ספרייה ראשית'],
  ['Devanagari', 'प्रयोगशाला क्षत्रिय ज्ञान।'],
  ['Kannada', 'ಕನ್ನಡ ಗ್ರಂಥಾಲಯ'],
  ['Tamil', 'கணினி ஆய்வகம்'],
  ['Telugu', 'తెలుగు గ్రంథాలయం'],
  ['Lao', 'ຫ້ອງສະໝຸດ'],
];
