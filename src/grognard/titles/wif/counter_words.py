"""What a counter is and what its numbers mean, in words: under the pointer and in the stack that opens (2.3)."""

from __future__ import annotations

from functools import cache

from grognard.kernel.catalogue import spoken
from grognard.titles.wif.facts import Counter
from grognard.titles.wif.kinds import Type

KINDS = {
    Type.HQ_A: "armoured headquarters", Type.HQ_I: spoken("headquarters"), Type.ARM: spoken("armour"),
    Type.MECH: "mechanised infantry", Type.MOT: "motorised infantry", Type.INF: spoken("infantry"), Type.CAV: spoken("cavalry"),
    Type.MTN: "mountain troops", Type.PARA: spoken("paratroops"), Type.MAR: spoken("marines"), Type.GAR: spoken("garrison"),
    Type.MIL: spoken("militia"), Type.TERR: spoken("territorials"), Type.PART: spoken("partisans"), Type.SKI: "ski troops",
    Type.ART: spoken("artillery"), Type.AT: "anti-tank guns", Type.AA: "anti-aircraft guns", Type.ACV: "air cavalry",
    Type.FLAK: spoken("flak"), Type.SUPPLY: "supply unit", Type.FTR: spoken("fighter"), Type.LND: spoken("bomber"),
    Type.NAV: "naval bomber", Type.ATR: "air transport", Type.CVP: "carrier plane", Type.VWEAP: "V-weapon",
    Type.ABOMB: "atomic bomb", Type.CV: spoken("carrier"), Type.CVL: "light carrier", Type.BB: spoken("battleship"),
    Type.CA: "heavy cruiser", Type.CL: "light cruiser", Type.SUB: spoken("submarines"), Type.TRS: spoken("transports"),
    Type.AMPH: "landing ships", Type.CP: spoken("convoys"), Type.TANKER: spoken("tankers"), Type.ASW: spoken("escorts"),
    Type.FROG: spoken("frogmen"),
}  # fmt: skip


@cache
def meaning(counter: Counter) -> str:
    """Its kind and its numbers; only the kind where none are printed."""
    kind = KINDS.get(counter.type, "")
    if not kind or not counter.values:
        return kind
    if counter.air:
        air, sea, units, yards = counter.air_to_air, counter.air_to_sea, counter.tactical, counter.strategic
        return f"{kind}: {air} in the air, {sea} at sea, {units} against units, {yards} against factories, range {counter.range}"
    if counter.reorganisation:
        return f"{kind}: strength {counter.strength}, reorganises {counter.reorganisation}, moves {counter.move}"
    if counter.land:
        return f"{kind}: strength {counter.strength}, moves {counter.move}"
    if counter.naval:
        attack, defence, flak = counter.attack, counter.defence, counter.anti_air
        return f"{kind}: attack {attack}, defence {defence}, anti-aircraft {flak}, moves {counter.move}, range {counter.range}"
    return kind
