#include "model/slo.h"

#include "base/must.h"

static const struct slo_word {
	str word;
	str unit;
} words[SLO_COUNT] = {
#define X(id, word, unit, sentence) { STR(word), STR(unit) },
	SLOS(X)
#undef X
};

str slo_word(enum slo slo)
{
	must(slo < SLO_COUNT);
	return words[slo].word;
}

str slo_unit(enum slo slo)
{
	must(slo < SLO_COUNT);
	return words[slo].unit;
}

str slo_verdict_word(enum slo_verdict verdict)
{
	static const str verdicts[SLO_VERDICTS] = { STR("off"), STR("unknown"), STR("kept"),
						    STR("exceeded"), STR("breached") };
	must(verdict < SLO_VERDICTS);
	return verdicts[verdict];
}
