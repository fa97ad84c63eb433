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

str slo_standing_word(enum slo_standing standing)
{
	static const str standings[SLO_STANDINGS] = { STR("off"), STR("unknown"), STR("kept"),
						      STR("exceeded"), STR("breached") };
	must(standing < SLO_STANDINGS);
	return standings[standing];
}
