// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../../support/Fixture.sol";

contract VaultSettingsTest is Fixture {
    function setUp() public override {
        super.setUp();
        emission.release(); // a day's 20,000 DR
        dr.transfer(address(vault), 30_000e18);
    }

    function test_setBurnBps_changesTheRateWithinItsBounds() public {
        throughTimelock(address(vault), abi.encodeCall(vault.setBurnBps, (1_000)));
        assertEq(vault.burnBps(), 1_000);
        assertEq(vault.burnAmountOf(100e18), 10e18);
        vm.startPrank(address(timelock));
        vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
        vault.setBurnBps(1_001);
        vault.setBurnBps(0);
        vm.stopPrank();
        Withdraw memory v = withdrawOf(alice, 100e18);
        v.burnAmount = 0;
        send(v);
        assertEq(dr.balanceOf(alice), 100e18);
    }

    function test_setBurnBps_revertsForAnyoneButTheAdmin() public {
        vm.expectRevert(IVouchers.NotAdmin.selector);
        vault.setBurnBps(0);
    }

    function test_setCaps_changesThemWithinTheirBounds() public {
        IWithdrawalVault.Caps memory caps =
            IWithdrawalVault.Caps({vaultDailyBps: 100, vaultDailyFloor: 1_000e18, accountDaily: 1_000e18});
        vm.expectEmit(address(vault));
        emit IWithdrawalVault.CapsSet(address(dr), caps);
        vm.prank(address(timelock));
        vault.setCaps(address(dr), caps);
        assertEq(abi.encode(vault.capsOf(address(dr))), abi.encode(caps));
        (, uint256 limit) = vault.vaultDaily(address(dr));
        assertEq(limit, 1_000e18); // 1 % of 50,000 would be 500
        dr.transfer(address(vault), 100_000e18);
        (, limit) = vault.vaultDaily(address(dr));
        assertEq(limit, 1_500e18);
    }

    function test_setCaps_revertsOutsideTheBounds() public {
        IWithdrawalVault.Caps[6] memory bad;
        for (uint256 i = 0; i < 6; ++i) {
            bad[i] = defaultCaps();
        }
        bad[0].vaultDailyBps = 99;
        bad[1].vaultDailyBps = 1_001;
        bad[2].vaultDailyFloor = 100_000e18 + 1;
        bad[3].accountDaily = 1_000e18 - 1;
        bad[4].accountDaily = 1_000_000e18 + 1;
        bad[5].vaultDailyFloor = 1_000e18 - 1;
        for (uint256 i = 0; i < 6; ++i) {
            vm.prank(address(timelock));
            vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
            vault.setCaps(address(dr), bad[i]);
        }
    }

    /// @dev The audit's L-5: a small vault, 1 % and no floor paid less a day than the minimum withdrawal: it
    /// was shut.
    function test_attack_noCapsShutASmallVault() public {
        usdt.transfer(address(nodeVault), 900e18);
        vm.startPrank(address(timelock));
        vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
        nodeVault.setCaps(address(usdt), IWithdrawalVault.Caps(100, 100e18 - 1, 1_000e18));
        nodeVault.setCaps(address(usdt), IWithdrawalVault.Caps(100, 100e18, 1_000e18));
        vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
        nodeVault.setCaps(address(dr), IWithdrawalVault.Caps(100, 1_000e18 - 1, 1_000e18));
        vm.stopPrank();
        (, uint256 limit) = nodeVault.vaultDaily(address(usdt));
        assertEq(limit, 100e18); // the greatest minimum withdrawal that operators may set
        (, limit) = nodeVault.accountDaily(alice, address(usdt));
        assertEq(limit, 100e18);
    }

    function test_setCaps_revertsForAnotherTokenAndForAnyoneButTheAdmin() public {
        vm.prank(address(timelock));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(usdt)));
        vault.setCaps(address(usdt), defaultCaps());
        vm.expectRevert(IVouchers.NotAdmin.selector);
        vault.setCaps(address(dr), defaultCaps());
    }

    function test_constructor_revertsOnAnUnknownIndexOrBadCaps() public {
        IWithdrawalVault.Setup memory setup = setupOf(3, address(0));
        vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
        newVault(setup, defaultCaps());
        IWithdrawalVault.Caps memory caps = defaultCaps();
        caps.accountDaily = 0;
        setup.index = 0;
        vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
        newVault(setup, caps);
    }

    function test_setCaps_takesEachBoundItself() public {
        IWithdrawalVault.Caps[2] memory bounds =
            [IWithdrawalVault.Caps(100, 1_000e18, 1_000e18), IWithdrawalVault.Caps(1_000, 100_000e18, 1_000_000e18)];
        for (uint256 i = 0; i < 2; ++i) {
            vm.prank(address(timelock));
            vault.setCaps(address(dr), bounds[i]);
            assertEq(abi.encode(vault.capsOf(address(dr))), abi.encode(bounds[i]));
        }
    }

    /// @dev More USDT than there are in the world: a window counts up to 309 million tokens a day.
    function test_vaultDaily_isNeverMoreThanAWindowCanHold() public {
        deal(address(usdt), address(nodeVault), 1e28);
        (, uint256 limit) = nodeVault.vaultDaily(address(usdt));
        assertEq(limit, type(uint88).max);
        deal(address(usdt), address(nodeVault), uint256(type(uint88).max) * 20);
        (, limit) = nodeVault.vaultDaily(address(usdt));
        assertEq(limit, type(uint88).max);
    }

    function test_accountDaily_isAQuarterOfTheVaultsOfItsOwnToken() public {
        usdt.transfer(address(nodeVault), 1_000_000e18);
        (, uint256 limit) = nodeVault.vaultDaily(address(usdt));
        assertEq(limit, 50_000e18);
        (, limit) = nodeVault.accountDaily(alice, address(usdt));
        assertEq(limit, 10_000e18); // the account's own: a quarter would be 12,500
        (, limit) = nodeVault.vaultDaily(address(dr));
        assertEq(limit, 50_000e18); // no DR: the floor
        (, limit) = nodeVault.accountDaily(alice, address(dr));
        assertEq(limit, 12_500e18);
    }

    function test_constructor_announcesItsRateAndItsCaps() public {
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        vm.expectEmit(at);
        emit IWithdrawalVault.BurnRateSet(500);
        vm.expectEmit(at);
        emit IWithdrawalVault.CapsSet(address(dr), defaultCaps());
        vm.expectEmit(at);
        emit IWithdrawalVault.CapsSet(address(usdt), usdtCaps());
        newVault(setupOf(1, address(0)), defaultCaps());
        vm.expectEmit(address(vault));
        emit IWithdrawalVault.BurnRateSet(250);
        vm.prank(address(timelock));
        vault.setBurnBps(250);
    }

    /// @dev The miner account's vault pays DR alone: whatever its caps of USDT are, it has none.
    function test_constructor_givesTheMinersVaultNoCapsOfUsdt() public {
        IWithdrawalVault.Caps memory none;
        WithdrawalVault miner = new WithdrawalVault(
            address(timelock), pauser, signer, address(0), setupOf(0, address(0)), defaultCaps(), none
        );
        assertEq(abi.encode(miner.capsOf(address(usdt))), abi.encode(none));
        assertEq(abi.encode(vault.capsOf(address(usdt))), abi.encode(none));
        vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
        new WithdrawalVault(address(timelock), pauser, signer, address(0), setupOf(1, address(0)), defaultCaps(), none);
    }

    function test_setCaps_ofUsdtIsTheAdminsAlone() public {
        vm.expectRevert(IVouchers.NotAdmin.selector);
        nodeVault.setCaps(address(usdt), usdtCaps());
    }

    function test_getters_passOnPriceAndAmountsOut() public view {
        assertEq(vault.INDEX(), 0);
        assertEq(vault.priceOf(address(dr)), 0.5e18);
        address[] memory path = new address[](2);
        (path[0], path[1]) = (address(dr), address(usdt));
        uint256[] memory amounts = vault.getAmountsOut(1e18, path);
        assertEq(amounts[1], router.getAmountsOut(1e18, path)[1]);
        assertApproxEqRel(amounts[1], 0.4985e18, 0.0001e18);
    }

    function test_setCaps_changesThoseOfUsdtWhereItIsPaid() public {
        IWithdrawalVault.Caps memory caps =
            IWithdrawalVault.Caps({vaultDailyBps: 1_000, vaultDailyFloor: 100e18, accountDaily: 2_000e18});
        vm.prank(address(timelock));
        nodeVault.setCaps(address(usdt), caps);
        assertEq(abi.encode(nodeVault.capsOf(address(usdt))), abi.encode(caps));
        vm.prank(address(timelock));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(drgv)));
        nodeVault.setCaps(address(drgv), caps);
    }
}
