// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../support/Fixture.sol";

contract VaultSettingsTest is Fixture {
    function setUp() public override {
        super.setUp();
        emission.release(); // a day's 50,000 DR
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

    function test_setBurnBps_revertsForAnybodyButTheAdmin() public {
        vm.expectRevert(IVouchers.NotAdmin.selector);
        vault.setBurnBps(0);
    }

    function test_setCaps_changesThemWithinTheirBounds() public {
        IWithdrawalVault.Caps memory caps =
            IWithdrawalVault.Caps({vaultDailyBps: 100, vaultDailyFloor: 0, accountDaily: 1_000e18});
        vm.expectEmit(address(vault));
        emit IWithdrawalVault.CapsSet(address(dr), caps);
        vm.prank(address(timelock));
        vault.setCaps(address(dr), caps);
        assertEq(abi.encode(vault.capsOf(address(dr))), abi.encode(caps));
        (, uint256 limit) = vault.vaultDaily(address(dr));
        assertEq(limit, 500e18);
    }

    function test_setCaps_revertsOutsideTheBounds() public {
        IWithdrawalVault.Caps[5] memory bad;
        for (uint256 i = 0; i < 5; ++i) {
            bad[i] = defaultCaps();
        }
        bad[0].vaultDailyBps = 99;
        bad[1].vaultDailyBps = 1_001;
        bad[2].vaultDailyFloor = 100_000e18 + 1;
        bad[3].accountDaily = 1_000e18 - 1;
        bad[4].accountDaily = 1_000_000e18 + 1;
        for (uint256 i = 0; i < 5; ++i) {
            vm.prank(address(timelock));
            vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
            vault.setCaps(address(dr), bad[i]);
        }
    }

    function test_setCaps_revertsForAnotherTokenAndForAnybodyButTheAdmin() public {
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
            IWithdrawalVault.Caps({vaultDailyBps: 1_000, vaultDailyFloor: 1e18, accountDaily: 2_000e18});
        vm.prank(address(timelock));
        nodeVault.setCaps(address(usdt), caps);
        assertEq(abi.encode(nodeVault.capsOf(address(usdt))), abi.encode(caps));
        vm.prank(address(timelock));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(drgv)));
        nodeVault.setCaps(address(drgv), caps);
    }
}
