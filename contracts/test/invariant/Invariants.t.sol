// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {DR} from "../../src/DR.sol";
import {DRGV} from "../../src/DRGV.sol";
import {DigitalRights} from "../../src/DigitalRights.sol";
import {Emission} from "../../src/Emission.sol";
import {Funding} from "../../src/Funding.sol";
import {PriceOracle} from "../../src/PriceOracle.sol";
import {TestUSDT} from "../../src/TestUSDT.sol";
import {USDR} from "../../src/USDR.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {IEmission} from "../../src/interfaces/IEmission.sol";
import {IFunding} from "../../src/interfaces/IFunding.sol";
import {Handler} from "./Handler.sol";
import {HostileHandler} from "./HostileHandler.sol";

contract InvariantsTest is Test {
    HostileHandler internal handler;
    DR internal dr;
    DRGV internal drgv;
    TestUSDT internal usdt;
    USDR internal usdr;
    WithdrawalVault internal vault;
    WithdrawalVault internal nodeVault;
    DigitalRights internal rights;
    Emission internal emission;
    PriceOracle internal oracle;
    address internal treasury;

    function setUp() public {
        handler = new HostileHandler();
        (address dr_, address drgv_, address usdt_, address vault_, address rights_, address emission_) =
            handler.world();
        (dr, drgv, usdt) = (DR(dr_), DRGV(drgv_), TestUSDT(usdt_));
        (vault, rights, emission) = (WithdrawalVault(vault_), DigitalRights(rights_), Emission(emission_));
        (address oracle_, address usdr_, address treasury_, address nodeVault_) = handler.oracleOfRecord();
        (oracle, usdr, treasury) = (PriceOracle(oracle_), USDR(usdr_), treasury_);
        nodeVault = WithdrawalVault(nodeVault_);

        bytes4[] memory selectors = new bytes4[](20);
        (selectors[0], selectors[1], selectors[2]) =
        (Handler.buy.selector, Handler.activate.selector, Handler.withdraw.selector);
        (selectors[3], selectors[4], selectors[5]) =
        (Handler.release.selector, Handler.donate.selector, Handler.trade.selector);
        (selectors[6], selectors[7]) = (Handler.wait_.selector, Handler.burnByHolder.selector);
        (selectors[8], selectors[9]) = (Handler.buyPower.selector, Handler.depositUsdt.selector);
        (selectors[10], selectors[11]) = (Handler.fund.selector, Handler.withdrawUsdt.selector);
        (selectors[12], selectors[13]) = (Handler.renew.selector, Handler.renewForeign.selector);
        (selectors[14], selectors[15], selectors[16]) =
        (HostileHandler.replay.selector, HostileHandler.forge.selector, HostileHandler.selfPermit.selector);
        (selectors[17], selectors[18], selectors[19]) =
        (HostileHandler.selfPermitOfAnother.selector, HostileHandler.multicall.selector, HostileHandler.forge.selector);
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_vaultHoldsWhatCameInLessWhatItPaid();
        invariant_nodeVaultHoldsWhatCameInLessWhatItPaidAndKnowsWhoseDepositsTheyWere();
        invariant_whatWasPaidAddsUpOverAccounts();
        invariant_neverMoreThanTheCapsWithinAnyDay();
        invariant_supplyOnlyFallsByWhatWasBurned();
        invariant_emissionIsTheScheduleAndNoMore();
        invariant_salesGoToTheTreasuryAndNothingStaysBehind();
        invariant_everyMachineHasItsBuyerAndItsTime();
        invariant_noOneRenewsTheMachinesOfAnother();
        invariant_eachVoucherIsGoodOnceAndNoOtherChangesAnything();
        invariant_averageStaysWithinThePricesOfItsWindow();
        invariant_runningNumbersAreThoseOfTheEvents();
    }

    function invariant_vaultHoldsWhatCameInLessWhatItPaid() public view {
        uint256 cameIn = handler.releasedToVault() + handler.donatedToVault();
        assertEq(dr.balanceOf(address(vault)), cameIn - vault.totalPaid(address(dr)));
    }

    function invariant_nodeVaultHoldsWhatCameInLessWhatItPaidAndKnowsWhoseDepositsTheyWere() public view {
        assertEq(nodeVault.totalPaid(address(usdt)), handler.usdtFromNode());
        assertEq(usdt.balanceOf(address(nodeVault)), handler.usdtToNode() - handler.usdtFromNode());
        uint256 sum;
        for (uint256 i = 0; i < 4; ++i) {
            address account = handler.actors(i);
            assertEq(nodeVault.credited(account, address(usdt)), handler.depositedOfRecord(account));
            sum += nodeVault.credited(account, address(usdt));
        }
        assertEq(nodeVault.totalDeposited(address(usdt)), sum);
    }

    function invariant_whatWasPaidAddsUpOverAccounts() public view {
        uint256 sum;
        for (uint256 i = 0; i < 4; ++i) {
            address account = handler.actors(i);
            assertEq(vault.paid(account, address(dr)), handler.paidOfRecord(account));
            sum += vault.paid(account, address(dr));
        }
        assertEq(sum, vault.totalPaid(address(dr)));
    }

    function invariant_neverMoreThanTheCapsWithinAnyDay() public view {
        assertFalse(handler.capExceeded());
        (uint256 used,) = vault.vaultDaily(address(dr));
        assertGe(used, handler.paidSince(24 hours, address(0)));
        assertLe(used, handler.paidSince(25 hours, address(0)));
    }

    function invariant_supplyOnlyFallsByWhatWasBurned() public view {
        assertFalse(handler.supplyRose());
        assertEq(dr.totalSupply(), 100_000_000e18 - handler.drBurned());
        assertEq(drgv.totalSupply(), 100_000_000e18 - handler.drgvBurned());
    }

    function invariant_emissionIsTheScheduleAndNoMore() public view {
        assertEq(emission.released(), emission.emittedAt(emission.releasedUntil()));
        assertEq(emission.released(), handler.releasedToVault());
        assertLe(emission.released(), emission.emittedAt(block.timestamp));
        assertEq(dr.balanceOf(address(emission)), 73_000_000e18 - emission.released());
    }

    function invariant_salesGoToTheTreasuryAndNothingStaysBehind() public view {
        assertEq(usdt.balanceOf(treasury), handler.usdtSpent());
        assertEq(usdr.balanceOf(treasury), handler.usdrSpent());
        assertEq(usdt.balanceOf(address(rights)), 0);
        assertEq(usdr.balanceOf(address(rights)), 0);
        assertEq(drgv.balanceOf(address(rights)), 0);
        assertEq(dr.balanceOf(address(rights)), 0);
    }

    function invariant_everyMachineHasItsBuyerAndItsTime() public view {
        uint256[] memory machines = handler.machinesOfRecord();
        for (uint256 i = 0; i < machines.length; ++i) {
            assertEq(rights.ownerOf(machines[i]), handler.ownerOfRecord(machines[i]));
            assertEq(rights.paidUntil(machines[i]), handler.paidUntilOfRecord(machines[i]));
        }
        uint256 sum;
        for (uint256 id = 1; id <= rights.purchaseCount(); ++id) {
            (, uint256 count) = rights.purchaseOf(id);
            sum += count;
            assertEq(rights.ownerOf((id << 7) | count), address(0));
        }
        assertEq(sum, machines.length);
    }

    function invariant_noOneRenewsTheMachinesOfAnother() public view {
        assertFalse(handler.foreignRenewed());
    }

    /// @dev Purchases, machines and payments are those of the record as well: the invariants above.
    function invariant_eachVoucherIsGoodOnceAndNoOtherChangesAnything() public view {
        for (uint256 i = 0; i < 4; ++i) {
            address account = handler.actors(i);
            assertEq(rights.nonces(account), handler.vouchersOfRecord(account));
            (address referrer, bool bought) = rights.referrerOf(account);
            assertEq(referrer, handler.referrerOfRecord(account));
            assertEq(bought, handler.boughtOfRecord(account));
        }
    }

    function invariant_averageStaysWithinThePricesOfItsWindow() public view {
        (uint256 low, uint256 high) = handler.priceRange();
        uint256 price = oracle.price(address(drgv));
        assertGe(price + 2, low); // rounded down twice
        assertLe(price, high);
    }

    function invariant_runningNumbersAreThoseOfTheEvents() public view {
        assertEq(rights.purchaseCount(), _emitted(address(rights), IDigitalRights.MachinesBought.selector));
        assertEq(
            rights.electricityCount(),
            _emitted(address(rights), IDigitalRights.MachinesActivated.selector)
                + _emitted(address(rights), IDigitalRights.MachinesRenewed.selector)
        );
        assertEq(rights.powerPurchaseCount(), _emitted(address(rights), IDigitalRights.PODpowerBought.selector));
        assertEq(emission.releaseCount(), _emitted(address(emission), IEmission.Released.selector));
        address funding = handler.fundingOfRecord();
        assertEq(
            Funding(funding).fundingCount(),
            _emitted(funding, IFunding.Funded.selector) + _emitted(funding, IFunding.Recapitalised.selector)
        );
    }

    function _emitted(address emitter, bytes32 kind) private view returns (uint256) {
        return handler.emitted(emitter, kind);
    }
}
